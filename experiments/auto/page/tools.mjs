// What the parts of the page share: numbers, tables, figures, constants of the core, results.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { figureSvg } from '@askance/bench/drawing'
import { root } from '../../../scripts/tools/files.mjs'
import { UNIT } from '../protocol.mjs'

export { count, listed, points } from '@askance/core/internals'
export { table } from '../../../scripts/docs/markdown.mjs'
export { percent } from '../../tools.mjs'

const FOLDER = 'docs/results/figures'
const PREFIX = 'auto-'

const figures = new Map()

/** Draws a figure and gives the Markdown that shows it. */
export const drawn = (figure) => {
  const file = `${PREFIX}${figure.id}.svg`
  figures.set(file, figureSvg(figure))
  return `![${figure.title}](results/figures/${file})\n\n${figure.caption}`
}

/** Writes all that was drawn, and removes the figures that the page does not show. */
export const writeFigures = (page) => {
  const folder = join(root, FOLDER)
  mkdirSync(folder, { recursive: true })
  for (const old of readdirSync(folder))
    if (old.startsWith(PREFIX) && !page.includes(`/${old})`)) rmSync(join(folder, old))
  for (const [file, svg] of figures) writeFileSync(join(folder, file), svg)
}

/** The numbers that a file of the core declares: what the page says of them cannot go stale. */
export const constantsOf = (file) => {
  const text = readFileSync(join(root, 'packages/core/src', file), 'utf8')
  const found = [...text.matchAll(/^(?:export )?const ([A-Z_]+) = ([\d._e+-]+)$/gm)]
  const constants = Object.fromEntries(
    found.map(([, name, value]) => [name, Number(value.replaceAll('_', ''))]),
  )
  return new Proxy(constants, {
    get: (all, name) => {
      if (!(name in all)) throw new Error(`${file} declares no ${String(name)}`)
      return all[name]
    },
  })
}

const jsonIn = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

/** All results in a folder; undefined where something was not played. */
export const loaded = (folder) => {
  const all = (name) => {
    const path = join(folder, name)
    const files = existsSync(path) ? readdirSync(path).filter((file) => file.endsWith('.json')) : []
    return new Map(files.map((file) => [file.replace('.json', ''), jsonIn(join(path, file))]))
  }
  const names = [
    'acceptance',
    'anchors',
    'builds',
    'topics',
    'vectors',
    'changes',
    'late',
    'invariance',
    'drifting',
    'speed',
    'moments',
    'ablation',
  ]
  return {
    tuned: all('tuned'),
    auto: all('auto'),
    ...Object.fromEntries(names.map((name) => [name, jsonIn(join(folder, `${name}.json`))])),
  }
}

const WIDTH = 120

/** Prose in lines of at most so many characters; tables, code, titles and figures stay as they are. */
export const wrapped = (text) => {
  const out = []
  let words = []
  let indent = ''
  let isCode = false
  const flush = () => {
    let line = ''
    for (const word of words) {
      if (line !== '' && line.length + 1 + word.length > WIDTH) {
        out.push(line)
        line = indent
      }
      line += line.trim() === '' ? word : ` ${word}`
    }
    if (words.length > 0) out.push(line)
    words = []
  }
  for (const line of text.split('\n')) {
    const isFence = line.startsWith('```')
    if (isCode || isFence || /^(\||#|!|<!--|$)/.test(line)) {
      flush()
      out.push(line)
      if (isFence) isCode = !isCode
      continue
    }
    const bullet = /^(- |\d+\. )/.exec(line)?.[0]
    if (bullet) flush()
    if (words.length === 0) indent = ' '.repeat(bullet?.length ?? 0)
    // A number keeps its sign of percent, and no line begins as if it were a list.
    words.push(...line.trim().split(/ (?!%|[-+*] |\d+[.)])/))
  }
  flush()
  return out.join('\n')
}

/** The values of a metric in the runs of a cell. */
export const valuesOf = ({ runs }, metric) => runs.map(({ values }) => values[metric])

/** What tuning chose at a ratio, for one algorithm or among all: the best by its score on the permutations of tuning. */
export const bestTuned = ({ cells }, ratio, algorithm) =>
  cells
    .map((cell) => ({
      ...cell,
      algorithm: cell.algorithm.replace(UNIT, ''),
      score: cell.tried[0]?.score ?? 0,
    }))
    .filter((cell) => cell.ratio === ratio && cell.status === 'reached')
    .filter((cell) => algorithm === undefined || cell.algorithm === algorithm)
    .toSorted((a, b) => b.score - a.score)[0]
