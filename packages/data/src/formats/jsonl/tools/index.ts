import { argilla } from './argilla.js'
import { isMinimal, labelStudio, withoutChoices } from './label-studio.js'
import { prodigy } from './prodigy.js'
import type { Json, Tool } from './tool.js'

/** Plain records: they stay as they are, but for the choices of Label Studio's small format. */
const PLAIN: Tool = {
  name: 'jsonl',
  summary: 'plain records',
  isRecord: () => true,
  reader: (sample) => (sample.some(isMinimal) ? withoutChoices : (record) => record),
}

/** The tools whose records are recognised. */
export const tools: readonly Tool[] = [labelStudio, argilla, prodigy]

/** The tool of the first records: all of them must be of it. */
export const toolOf = (sample: readonly Json[]): Tool =>
  tools.find(({ isRecord }) => sample.length > 0 && sample.every(isRecord)) ?? PLAIN
