interface SizedMemory {
  readonly initial: number;
}

/** For tests: runs the work where a module's memory stays as large as it is made, or by so many pages smaller. */
export async function withoutGrowth<Result>(work: () => Promise<Result> | Result, pagesLess = 0): Promise<Result> {
  const holder = globalThis as unknown as { WebAssembly: Record<string, new (size: object) => object> };
  const { WebAssembly: engine } = holder;
  const { Memory, Module, Instance } = engine;
  function Fixed({ initial }: SizedMemory): object {
    return new Memory!({ initial: initial - pagesLess, maximum: initial - pagesLess });
  }
  try {
    Object.assign(holder, { WebAssembly: { Module, Instance, Memory: Fixed } });
    return await work();
  } finally {
    holder.WebAssembly = engine;
  }
}
