// What has been played, one JSON file for each set, so that a run can be stopped and goes on where it was.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const pathOf = (folder, name) => join(folder, `${name}.json`)

/** What is stored of a set; undefined where nothing is. */
export const readResult = (folder, name) => {
  const path = pathOf(folder, name)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

/** Whoever stops the run while it writes finds the file as it was before. */
export const writeResult = (folder, result) => {
  mkdirSync(folder, { recursive: true })
  const path = pathOf(folder, result.name)
  writeFileSync(`${path}.part`, `${JSON.stringify(result, null, 1)}\n`)
  renameSync(`${path}.part`, path)
}

export const meanOf = (runs, measure) => runs.reduce((sum, run) => sum + run[measure], 0) / runs.length

/** The algorithm that hindsight would choose for a set at a ratio, with all that is stored of it. */
export const bestSingle = ({ measure, ratios }, ratio) =>
  Object.entries(ratios[ratio] ?? {})
    .map(([algorithm, tuned]) => ({ algorithm, ...tuned }))
    .toSorted((a, b) => meanOf(b.hindsight, measure) - meanOf(a.hindsight, measure))[0]
