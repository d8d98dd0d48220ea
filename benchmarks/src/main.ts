/** Measures speed and prints it as ratios: `npm run bench -- [--quick] [SECTION …]`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { provenance, tableOf } from './report.js'
import { experiments } from './sections/experiments.js'
import { isolation } from './sections/isolation.js'
import { matrices } from './sections/matrices.js'
import { memory } from './sections/memory.js'
import { questions } from './sections/questions.js'
import { reading } from './sections/reading.js'
import { recovery } from './sections/recovery.js'
import { rounds } from './sections/rounds.js'
import { selfTuning } from './sections/self-tuning.js'
import { service } from './sections/service.js'
import { text } from './sections/text.js'

const sections = [
  rounds,
  selfTuning,
  reading,
  text,
  matrices,
  memory,
  experiments,
  service,
  isolation,
  questions,
  recovery,
]
const given = process.argv.slice(2)
const quick = given.includes('--quick')
const wanted = given.filter((word) => word !== '--quick')
const unknown = wanted.find((word) => !sections.some(({ name }) => name === word))

if (unknown !== undefined) {
  const known = sections.map(({ name }) => name).join(', ')
  console.error(
    `There is no section ${unknown}. Usage: npm run bench -- [--quick] [SECTION …] with ${known}.`,
  )
  process.exitCode = 2
} else {
  const size = quick
    ? 'A tenth of the size, few repetitions: not to be quoted.'
    : 'Best of several interleaved repetitions'
  const page = [
    `# Speed\n\n${provenance()}.\n\n${size}; in brackets how far the slowest repetition was above the best.`,
  ]
  for (const section of sections.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    process.stderr.write(`${section.title} …\n`)
    const part = `## ${section.title}\n\n${tableOf(await section.run({ quick }))}`
    page.push(part)
    console.log(`\n${part}`)
  }
  if (!quick && wanted.length === 0) {
    const folder = new URL('../../docs/results/', import.meta.url)
    mkdirSync(folder, { recursive: true })
    writeFileSync(new URL('speed.md', folder), `${page.join('\n\n')}\n`)
    console.log('\nWritten to docs/results/speed.md.')
  }
}
