/** A ratio whose divisor is 0 is 0. */
export const ratio = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)
