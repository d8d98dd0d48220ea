import { spawnSync } from 'node:child_process'
import { biome } from '../tools/run.mjs'

/** A Markdown table. Cells are Markdown themselves; only what would break the table is escaped. */
export const table = (heads, rows) =>
  [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')

const line = (cells) =>
  `| ${cells.map((cell) => cell.replace(/\|/g, '\\|').replace(/\s*\n\s*/g, ' ')).join(' | ')} |`

/** Text in the code font. */
export const code = (text) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``)

/** A generated page: its title, the warning not to edit it, and its parts. */
export const generatedPage = (title, parts) =>
  `${[`# ${title}`, '<!-- Generated from the code by `npm run docs`; edits here are overwritten. -->', ...parts].join('\n\n')}\n`

/** The page as the formatter wants it, so that generating and formatting never undo each other. */
export const formatted = (file, text) => {
  const args = [biome, 'format', `--stdin-file-path=${file}`]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { input: text, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${file} cannot be formatted: ${stderr}`)
  return stdout
}
