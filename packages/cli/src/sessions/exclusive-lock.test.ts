import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import { type LockFiles, type Release, tryLock } from "./exclusive-lock.js";

interface Process {
  readonly name: number;
  isDead: boolean;
}

/** Files that processes share. Whatever a dead process waits for never comes. */
function sharedFiles(schedule: <Value>(step: Promise<Value>) => Promise<Value>) {
  const files = new Map<string, { readonly identity: string; readonly owner: Process }>();
  let made = 0;
  function of(owner: Process): LockFiles {
    const step = async <Value>(act: () => Value): Promise<Value> => {
      await schedule(Promise.resolve());
      if (owner.isDead) return new Promise<never>(() => undefined);
      return act();
    };
    return {
      create: (path) =>
        step(() => {
          if (files.has(path)) return false;
          made += 1;
          files.set(path, { identity: `é${made}`, owner });
          return true;
        }),
      identify: (path) => step(() => files.get(path)?.identity),
      isLeft: (path) => step(() => files.get(path)?.owner.isDead === true),
      remove: (path) => step(() => void files.delete(path)),
    };
  }
  return { files, of };
}

test("whatever the order, and whoever is killed when: one process holds the lock at a time, and it is always to be had again", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 2, max: 5 }),
      fc.array(fc.nat({ max: 40 }), { maxLength: 4 }),
      async (scheduler, count, deaths) => {
        const shared = sharedFiles((step) => scheduler.schedule(step));
        const processes: Process[] = Array.from({ length: count }, (_, name) => ({ name, isDead: false }));
        const holders = new Set<Process>();
        let together = 0;
        const living = () => [...holders].filter(({ isDead }) => !isDead);
        for (const process of processes) {
          const files = shared.of(process);
          void (async () => {
            for (let tries = 0; tries < 6; tries += 1) {
              const release = await tryLock("lock", files);
              if (release === undefined) continue;
              holders.add(process);
              together = Math.max(together, living().length);
              await scheduler.schedule(Promise.resolve());
              holders.delete(process);
              await release();
            }
          })();
        }
        // One of them stays alive, so that there is somebody left to be kept out.
        const dying = new Map(deaths.map((at, index) => [at, processes[1 + (index % (count - 1))]]));
        for (let step = 0; scheduler.count() > 0; step += 1) {
          const dies = dying.get(step);
          if (dies !== undefined) dies.isDead = true;
          await scheduler.waitOne();
          // What follows the step is scheduled by then.
          await new Promise((resolve) => setImmediate(resolve));
        }
        expect(together).toBeLessThanOrEqual(1);
        for (const process of processes) process.isDead = true;
        const last: Process = { name: count, isDead: false };
        let release: Release | undefined;
        const taking = tryLock("lock", shared.of(last)).then((got) => {
          release = got;
        });
        await scheduler.waitFor(taking);
        expect(release).toBeDefined();
      },
    ),
    { numRuns: propertyRuns() },
  );
});
