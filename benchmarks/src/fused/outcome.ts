/** Result of a pass over a stream; a hand-fused loop must give the same result as the composed one. */
export interface Outcome {
  readonly asked: number
  readonly mistakes: number
}
