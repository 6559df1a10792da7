import { type Mount, type Operation, type Plan, type Tool, tokens } from "@pd/core";

/**
 * An operation whose every plan is capped by what is left. Operations plan and the gate enforces, so a plan is all there is to change:
 * whatever the model asks for, the gate will not give it more.
 */
export function operationUnderBudget(operation: Operation, room: () => number): Operation {
  return {
    ...operation,
    async plan(input, graph, options) {
      // Operations that choose by their budget must know the real one; to the others the field means nothing.
      const { tokenBudget = Number.POSITIVE_INFINITY } = input as { readonly tokenBudget?: number };
      const informed = { ...input, tokenBudget: Math.min(tokenBudget, room()) };
      return capped(await operation.plan(informed, graph, options), room());
    },
  };
}

/** The same for the tools of a mount: what they disclose goes through `disclose`, and so does the cap. */
export function mountUnderBudget(mount: Mount, room: () => number): Mount {
  const { tools = [] } = mount;
  return { ...mount, tools: tools.map((tool) => toolUnderBudget(tool, room)) };
}

function toolUnderBudget(tool: Tool, room: () => number): Tool {
  return {
    ...tool,
    call: (input, context) =>
      tool.call(input, {
        ...context,
        disclose: (plan, form) => context.disclose(async (graph) => capped(await plan(graph), room()), form),
      }),
  };
}

function capped(plan: Plan, room: number): Plan {
  return { ...plan, budget: tokens(Math.min(plan.budget ?? room, room)) };
}
