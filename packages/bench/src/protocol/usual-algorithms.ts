/** What is compared where nobody says what, by the number of classes that it can play with. */
export const usualAlgorithms = {
  any: ['auto'],
  binary: ['D-AMD', 'PAA-II', 'SOAL-diag', 'M-AMD'],
  multiclass: ['MD-AMD', 'MPAA-II', 'MM-AMD'],
} as const
