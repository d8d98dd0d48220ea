/** Resolves a colour token to `rgb(…)`, because a canvas cannot use tokens. */
export const resolveColour = (probe: HTMLElement, token: string): string => {
  probe.style.color = `var(--${token})`
  return getComputedStyle(probe).color
}

/**
 * A colour with reduced opacity.
 *
 * @example
 * faded('rgb(1, 2, 3)', 0.16) // => 'rgb(1 2 3 / 0.16)'
 * faded('purple', 0.16) // => 'purple'
 */
export const faded = (colour: string, share: number): string => {
  const [, red, green, blue] = /^rgba?\((\d+)[, ]+(\d+)[, ]+(\d+)/.exec(colour) ?? []
  return blue === undefined ? colour : `rgb(${red} ${green} ${blue} / ${share})`
}

/** Reads a percentage token, such as `16%`. */
export const resolveShare = (probe: HTMLElement, token: string): number => {
  const text = getComputedStyle(probe).getPropertyValue(`--${token}`).trim()
  return text.endsWith('%') ? Number.parseFloat(text) / 100 : Number.parseFloat(text)
}
