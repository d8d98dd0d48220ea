// Runs before and after `npm pack` and `npm publish` in the folder of a package. Source maps are not published, so the
// comments that name them are removed before, and put back after.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buildProblem } from './tools/state.mjs'

const COMMENT = /\n\/\/# sourceMappingURL=\S+\s*$/

const problem = buildProblem()
if (problem) {
  console.error(`Build before packing (${problem}): npm run build`)
  process.exit(1)
}

const isBefore = process.argv.includes('--before')
const dist = join(process.cwd(), 'dist')
for (const map of readdirSync(dist, { recursive: true }).filter((path) => path.endsWith('.map'))) {
  const path = join(dist, map.slice(0, -'.map'.length))
  if (!existsSync(path)) continue
  const code = readFileSync(path, 'utf8').replace(COMMENT, '\n')
  writeFileSync(path, isBefore ? code : `${code}//# sourceMappingURL=${basename(map)}\n`)
}
