// The condition under which this repository imports sources is for this repository: what is published has the built files alone.
const SOURCE_CONDITION = "@pd/source";

module.exports = {
  hooks: {
    beforePacking(manifest) {
      if (manifest.exports === undefined) return manifest;
      const published = Object.entries(manifest.exports).map(([path, target]) => [
        path,
        typeof target === "object" && SOURCE_CONDITION in target ? target.default : target,
      ]);
      return { ...manifest, exports: Object.fromEntries(published) };
    },
  },
};
