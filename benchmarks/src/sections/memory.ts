import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sparseFile } from '../files.js'
import type { Section } from './section.js'

/** Both figures come from a process of their own: this one has held large tables. */
const child = (program: string, flags: readonly string[], ...args: readonly string[]): string => {
  const path = fileURLToPath(new URL(`../children/${program}.js`, import.meta.url))
  const { stdout, stderr, status } = spawnSync(process.execPath, [...flags, path, ...args], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
  return stdout.trim()
}

export const memory: Section = {
  name: 'memory',
  title: 'Memory: the sparse stream from text to learned, and what a round leaves behind',
  async run({ quick }) {
    const { path } = await sparseFile(quick ? 0.1 : 1)
    const { peak, weights } = JSON.parse(child('resident', [], path)) as { peak: number; weights: number }
    const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
    const algorithms = ['D-AMD', 'PAA-II', 'SOAL-diag', 'SOP-SS-diag', 'MD-AMD']
    return [
      {
        what: 'D-AMD, 200,000 × 100,000 from text',
        figure: `${megabytes(peak)} resident at most, of which weights ${megabytes(weights)}`,
        ratio: '',
        aim: `below ${megabytes(weights + 100e6)}`,
      },
      ...algorithms.map((algorithm) => ({
        what: `${algorithm}, a million rounds`,
        figure: `${child('garbage', ['--expose-gc', '--max-semi-space-size=64'], algorithm)} bytes of heap a round`,
        ratio: '',
        aim: 'below 1',
      })),
    ]
  },
}
