import { argilla } from './argilla.js'
import { isMinimal, labelStudio, withoutChoices } from './label-studio.js'
import { prodigy } from './prodigy.js'
import type { Json, Tool } from './tool.js'

/** Plain records: they stay as they are, but for the choices of Label Studio's small format. */
const PLAIN: Tool = {
  name: 'jsonl',
  isRecord: () => true,
  reader: (sample) => (sample.some(isMinimal) ? withoutChoices : (record) => record),
}

/** The tools whose records are recognised. */
export const tools: readonly Tool[] = [labelStudio, argilla, prodigy]

/** The tool with this name, or that of the first records: all of them must be of it. */
export const toolOf = (sample: readonly Json[], name?: string): Tool =>
  tools.find((tool) =>
    name === undefined ? sample.length > 0 && sample.every(tool.isRecord) : tool.name === name,
  ) ?? PLAIN
