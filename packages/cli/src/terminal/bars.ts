const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** A bar of blocks, `width` places at 1, to an eighth of a place. */
export const bar = (fraction: number, width: number): string => {
  const eighths = Math.round(Math.min(1, Math.max(0, fraction)) * width * 8)
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '')
}

/** How far something has come, in a frame. */
export const gauge = (fraction: number, width: number): string => `▕${bar(fraction, width).padEnd(width)}▏`
