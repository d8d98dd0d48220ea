import type { ItemColumns, ItemRecord } from '../../src/store/records.js'

/** Items as a page has them. */
export const itemColumns = (items: readonly ItemRecord[]): ItemColumns => ({
  id: items.map(({ id }) => id),
  t: items.map(({ t }) => t),
  seq: items.map(({ seq }) => seq),
  time: items.map(({ time }) => time),
  predicted: items.map(({ predicted }) => predicted),
  confidence: items.map(({ confidence }) => confidence),
  asked: items.map(({ asked }) => asked),
  content: items.map(({ content }) => content),
})

/** The items of a page, one by one. */
export const itemRecords = ({ id, t, seq, time, predicted, confidence, asked, content }: ItemColumns) =>
  id.map(
    (one, k): ItemRecord => ({
      id: one,
      t: t[k],
      seq: seq[k],
      time: time[k],
      predicted: predicted[k],
      confidence: confidence[k],
      asked: asked[k],
      content: content[k],
    }),
  )
