/** Something that happened in a session. `type` says what; the rest is up to the slice that knows it. */
export interface PromptEvent {
  readonly type: string;
}

/** A part of a session's state, and how events change it. */
export interface Slice<State> {
  /** Unique in a session; the name of its state in a snapshot. */
  readonly name: string;
  readonly initial: State;
  /** Pure: gives back the state as it is where the event is none of its own. */
  reduce(state: State, event: PromptEvent): State;
  /** Plain JSON of a state, and back. Needed where the state itself is not plain JSON. */
  toJSON?(state: State): unknown;
  fromJSON?(json: unknown): State;
}

/** A slice of whatever state: what a session can be given. */
export interface SliceOfAnyState {
  readonly name: string;
  readonly initial: unknown;
  reduce(state: never, event: PromptEvent): unknown;
  toJSON?(state: never): unknown;
  fromJSON?(json: unknown): unknown;
}
