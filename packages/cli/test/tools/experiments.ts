import { writeFileSync } from 'node:fs'
import type { Protocol } from '@askance/bench'
import { Random } from '@askance/core/internals'
import { parseCommand } from '../../src/command/parse.js'
import { compare } from '../../src/commands/compare/index.js'
import { type CompareInput, planComparison } from '../../src/commands/compare/plan.js'
import { templateNamed } from '../../src/commands/compare/template.js'

/** The protocol of a comparison, without running it. */
export const plannedComparison = async (...argv: readonly string[]): Promise<Protocol> => {
  const input = parseCommand(compare, argv) as unknown as CompareInput
  const { as } = input.flags
  return planComparison(input, '.', as === undefined ? undefined : templateNamed(as))
}

/** A small seeded file: the first feature is always present, others depend on the class. */
export const writeRows = (path: string, rows: number, classes: number, seed = 1): string => {
  const random = new Random(seed, 'test/rows')
  const lines = Array.from({ length: rows }, () => {
    const label = random.below(classes)
    const hint = random.uniform() < 0.8 ? label : random.below(classes)
    return `${label} 1:0.5 ${2 + hint}:1 ${10 + random.below(20)}:1\n`
  })
  writeFileSync(path, lines.join(''))
  return path
}

/** Flags that make an experiment small. */
export const small = [
  '--runs',
  '2',
  '--ratios',
  '0.1,0.3',
  '--tuning',
  'none',
  '--threads',
  '1',
  '--no-cache',
]

type Json = { readonly [key: string]: Json } | readonly Json[] | string | number | boolean | null

/** Results without date, machine and duration. */
export const timeless = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(timeless)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !['made', 'time', 'seconds'].includes(key))
      .map(([key, part]) => [key, timeless(part)]),
  )
}
