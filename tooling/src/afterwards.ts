const steps: (() => void | Promise<void>)[] = [];

/** Does something when the test is over: what was made last is undone first. */
export function afterwards(step: () => void | Promise<void>): void {
  steps.push(step);
}

export async function undoAll(): Promise<void> {
  for (const step of steps.splice(0).reverse()) await step();
}
