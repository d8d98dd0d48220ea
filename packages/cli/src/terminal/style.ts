import type { Context, Output } from '../context.js'

export type Paint = (text: string) => string

export interface Style {
  readonly bold: Paint
  readonly dim: Paint
  readonly good: Paint
  readonly bad: Paint
  readonly first: Paint
  readonly second: Paint
}

const escaped =
  (code: number): Paint =>
  (text) =>
    `\u001b[${code}m${text}\u001b[0m`

const plain: Paint = (text) => text

/** Colours on a terminal, unless NO_COLOR (no-color.org) is set. */
export const styleFor = ({ env }: Pick<Context, 'env'>, output: Output): Style => {
  const coloured = output.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
  const paint = coloured ? escaped : () => plain
  return {
    bold: paint(1),
    dim: paint(2),
    good: paint(32),
    bad: paint(31),
    first: paint(36),
    second: paint(33),
  }
}
