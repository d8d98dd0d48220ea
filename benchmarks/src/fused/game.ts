/** What a pass over a stream came to; a hand-fused loop must play the same game as the composed one. */
export interface Game {
  readonly asked: number
  readonly mistakes: number
}
