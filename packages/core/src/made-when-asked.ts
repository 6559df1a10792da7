/**
 * Stands for an object that is made when somebody first looks at it: a zod schema takes longer to make than many a process runs.
 * That it is one (`"_zod" in schema`) can be asked without making it.
 */
export function madeWhenAsked<Made extends object>(make: () => Made, known: readonly string[] = ["_zod"]): Made {
  let made: Made | undefined;
  const real = () => {
    made ??= make();
    return made;
  };
  return new Proxy<Made>({} as Made, {
    get: (_, key) => Reflect.get(real(), key),
    set: (_, key, value) => Reflect.set(real(), key, value),
    has: (_, key) => known.includes(String(key)) || key in real(),
    ownKeys: () => Reflect.ownKeys(real()),
    getOwnPropertyDescriptor: (_, key) => {
      const property = Reflect.getOwnPropertyDescriptor(real(), key);
      // A proxy may only call configurable what its empty target does not have.
      return property === undefined ? undefined : { ...property, configurable: true };
    },
    defineProperty: (_, key, property) => Reflect.defineProperty(real(), key, property),
    getPrototypeOf: () => Reflect.getPrototypeOf(real()),
  });
}
