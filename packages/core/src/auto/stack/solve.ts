/** Solves h·x = g in place for a symmetric positive h, of which the lower triangle is given; x replaces g. */
export const solve = (h: Float64Array, g: Float64Array, size: number): void => {
  for (let a = 0; a < size; a++) for (let b = 0; b < a; b++) h[b * size + a] = h[a * size + b]
  for (let a = 0; a < size; a++)
    for (let b = a + 1; b < size; b++) {
      const ratio = h[b * size + a] / h[a * size + a]
      for (let c = a; c < size; c++) h[b * size + c] -= ratio * h[a * size + c]
      g[b] -= ratio * g[a]
    }
  for (let a = size - 1; a >= 0; a--) {
    for (let c = a + 1; c < size; c++) g[a] -= h[a * size + c] * g[c]
    g[a] /= h[a * size + a]
  }
}
