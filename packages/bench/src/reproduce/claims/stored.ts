import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageEntry } from '../../own-package.js'
import { reproductions } from '../catalogue.js'
import type { Reproduction } from '../reproduction.js'
import type { Evidence } from './evidence.js'
import { type ClaimVerdict, verdictsOf } from './verdicts.js'

/** The file with the evidence of a reproduction, in this package or next to the bundle of the command. */
const fileOf = (id: string): string => {
  const entry = packageEntry('@askance/bench')
  const folder = entry
    ? join(dirname(entry), '../../results')
    : fileURLToPath(new URL('../results', import.meta.url))
  return join(folder, `${id.replace('/', '-')}.json`)
}

/** The evidence of the last published run; undefined if there is none. */
const storedEvidence = (id: string): Evidence | undefined => {
  const file = fileOf(id)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Evidence) : undefined
}

/** Writes the evidence of a run with one line per point, so that changes can be read. */
export const storeEvidence = (evidence: Evidence): string => {
  const { points, ...head } = evidence
  const lines = points.map((point) => JSON.stringify(point))
  const file = fileOf(evidence.id)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(head).slice(0, -1)},"points":[\n${lines.join(',\n')}\n]}\n`)
  return file
}

/** The verdicts on the claims of a table or figure, from stored results. */
export interface StoredVerdicts {
  readonly reproduction: Reproduction
  readonly evidence: Evidence
  readonly verdicts: readonly ClaimVerdict[]
}

/** The verdicts of everything that has stored results. */
export const storedVerdicts = (of: readonly Reproduction[] = reproductions): readonly StoredVerdicts[] =>
  of.flatMap((reproduction) => {
    const evidence = storedEvidence(reproduction.id)
    return evidence ? [{ reproduction, evidence, verdicts: verdictsOf(reproduction, evidence) }] : []
  })
