/** What one server takes. Each has a default that suits a team. */
export interface HttpLimits {
  /** The body of a request. */
  readonly bodyBytes: number;
  /** How long a body may take to arrive. */
  readonly bodyMilliseconds: number;
  /** How long a call may take. */
  readonly callMilliseconds: number;
  /** Calls that are worked on at the same time. */
  readonly concurrentCalls: number;
}

export const HTTP_LIMITS: HttpLimits = {
  bodyBytes: 2 ** 20,
  bodyMilliseconds: 10_000,
  callMilliseconds: 30_000,
  concurrentCalls: 256,
};
