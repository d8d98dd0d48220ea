import { spawnSync } from 'node:child_process'
import { markdownRows } from '@askance/core/internals'
import { biome } from '../tools/run.mjs'

/** A Markdown table; columns after the first `words` are numbers. */
export const table = (heads, rows, words = heads.length) =>
  markdownRows(
    heads.map((title, k) => (k < words ? { title } : { title, align: 'right' })),
    rows,
  )

/** Inline code. */
export const code = (text) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``)

/** A generated page with its title, a note not to edit it, and its parts. */
export const generatedPage = (title, parts) =>
  `${[`# ${title}`, '<!-- Generated from the code by `npm run docs`; edits here are overwritten. -->', ...parts].join('\n\n')}\n`

/** Formats the page, so that generating and formatting agree. */
export const formatted = (file, text) => {
  const args = [biome, 'format', `--stdin-file-path=${file}`]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { input: text, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${file} cannot be formatted: ${stderr}`)
  return stdout
}
