import { count, counted } from '@askance/core/internals'
import { type FoundItem, searchItems, shortened } from '@askance/data'
import type { Context } from '../../context.js'
import { openStream } from '../../stream/open.js'
import { styleFor } from '../../terminal/style.js'
import type { LabelInput } from './flags.js'

/** The most items that are listed. */
const MAX_LISTED = 20

/** Lists items that contain words, so that some of them can be named as examples. */
export const search = async (context: Context, { args: [path = ''], flags }: LabelInput): Promise<void> => {
  const { search: words = '', json } = flags
  const data = await openStream(context, path, flags, { as: 'items' })
  const found: FoundItem[] = []
  let matches = 0
  for await (const items of searchItems(data, words)) {
    matches += items.length
    found.push(...items.slice(0, MAX_LISTED - found.length))
  }
  await data.close()
  context.stdout.write(
    json
      ? `${JSON.stringify({ count: matches, items: found })}\n`
      : foundText(context, words, matches, found),
  )
}

const foundText = (context: Context, words: string, matches: number, found: readonly FoundItem[]): string => {
  const { dim } = styleFor(context, context.stdout)
  const width = Math.max(0, ...found.map(({ id }) => shortened(id).length))
  const lines = found.map(({ id, title }) => `  ${shortened(id).padEnd(width)}  ${title}`)
  const [first] = found
  return [
    `${counted(matches, 'item')} with ${JSON.stringify(words)}`,
    ...lines,
    ...(matches > found.length ? [dim(`  … and ${count(matches - found.length)} more`)] : []),
    ...(first
      ? ['', dim(`Start with the ones that you know: --known ${JSON.stringify(`${first.id}=CLASS`)}`)]
      : []),
    '',
  ].join('\n')
}
