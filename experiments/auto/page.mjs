// Writes docs/auto.md and its figures from the results of the experiments. A section without results stays as it is in the page.
//
//   node experiments/auto/page.mjs --results DIR
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatted } from '../../scripts/docs/markdown.mjs'
import { root } from '../../scripts/tools/files.mjs'
import { acceptanceSection } from './page/acceptance.mjs'
import { anchorsSection } from './page/anchors.mjs'
import { buildsSection } from './page/builds.mjs'
import { changesSection, driftSection, lateSection } from './page/changing.mjs'
import { comparisonSection } from './page/comparison.mjs'
import { introduction, weaknesses } from './page/frame.mjs'
import { methodSection } from './page/method.mjs'
import { ablationSection, invarianceSection, reportSection, speedSection } from './page/others.mjs'
import { loaded, wrapped, writeFigures } from './page/tools.mjs'
import { topicsSection } from './page/topics.mjs'
import { vectorsSection } from './page/vectors.mjs'

const FILE = 'docs/auto.md'

const { values } = parseArgs({ options: { results: { type: 'string', default: 'results' } } })
const results = loaded(values.results)

/** The sections of the page as it is, by title. */
const written = new Map(
  (existsSync(join(root, FILE)) ? readFileSync(join(root, FILE), 'utf8') : '')
    .split(/^(?=## )/m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf('\n')), text]),
)

/** A section from its results; without results as it is in the page. */
const sectionOf = (title, name, section) => {
  const before = written.get(`## ${title}`) ?? ''
  const text = section(results, before)
  if (text === '') return before
  return `## ${title}\n\n${madeLine(results[name]?.made)}${text}`
}

const madeLine = (made) =>
  made ? `_Measured ${made.date} with askance ${made.version}, node ${made.node}, ${made.machine}._\n\n` : ''

const parts = [
  introduction(),
  methodSection(),
  sectionOf('What it reports', 'moments', reportSection),
  sectionOf('Acceptance', 'acceptance', acceptanceSection),
  sectionOf('Against version 0.1', 'builds', buildsSection),
  sectionOf('What topics bring', 'topics', topicsSection),
  sectionOf('What vectors bring', 'vectors', vectorsSection),
  sectionOf('Against labelling the first rows', 'anchors', anchorsSection),
  sectionOf('Against tuned single algorithms', 'compared', comparisonSection),
  sectionOf('What each part gives', 'ablation', ablationSection),
  sectionOf('When a stream changes', 'changes', changesSection),
  sectionOf('Streams that drift', 'drifting', driftSection),
  sectionOf('Late answers', 'late', lateSection),
  sectionOf('Units, order, useless features', 'invariance', invarianceSection),
  sectionOf('Speed', 'speed', speedSection),
  sectionOf('Known weaknesses', 'weaknesses', weaknesses),
].filter((part) => part !== '')
const page = formatted(FILE, wrapped(`${parts.map((part) => part.trim()).join('\n\n')}\n`))
writeFigures(page)
writeFileSync(join(root, FILE), page)
console.log(`Wrote ${FILE}.`)
