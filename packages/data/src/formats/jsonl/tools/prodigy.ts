import { defined, isObject, type Json, oneOrAll, type Tool } from './tool.js'

const ANSWERS: ReadonlySet<unknown> = new Set(['accept', 'reject', 'ignore'])
const OWN = /^(?:_|answer$|accept$|options$|config$|spans$|tokens$|priority$|score$|view_id$)/

/**
 * Tasks as Prodigy's `db-out` writes them. A choice has `options` and the ids that were accepted. A binary task has a
 * label that was accepted or rejected; a rejected one is `not LABEL` if all tasks are about the same label.
 */
export const prodigy: Tool = {
  name: 'prodigy',
  isRecord: (record) =>
    (ANSWERS.has(record.answer) && ('label' in record || 'options' in record || '_task_hash' in record)) ||
    ('_input_hash' in record && '_task_hash' in record) ||
    (Array.isArray(record.options) && Array.isArray(record.accept)),
  reader: (sample) => {
    const labels = new Set(sample.map(({ label }) => label).filter((label) => typeof label === 'string'))
    const only = labels.size === 1 ? [...labels][0] : undefined
    return (task) => {
      const own = Object.entries(task).filter(([key]) => key !== 'label' && !OWN.test(key))
      const { meta } = task
      return defined({
        ...Object.fromEntries(own),
        id: task.id ?? (isObject(meta) ? meta.id : undefined),
        label: labelOf(task, only),
      })
    }
  },
}

const labelOf = (task: Json, only: string | undefined): unknown => {
  const { label, answer, accept, options } = task
  if (Array.isArray(accept) && (Array.isArray(options) || label === undefined))
    return answer === 'accept' || answer === undefined ? oneOrAll(accept) : undefined
  if (answer === 'accept') return label
  return answer === 'reject' && label === only && only !== undefined ? `not ${only}` : undefined
}
