import type { AskanceClient, Schemas } from '@askance/server/client'
import { useState } from 'preact/hooks'
import { useSession } from '../shell/session.js'
import { say } from '../words/say.js'
import { downloadItems, downloadLog, downloadModel, type ItemFormat } from './downloads.js'
import { Menu } from './menu.js'
import { errorMessage } from './problem.js'

/** All formats of the service; the compiler checks that none is missing. */
const formats = Object.keys({
  csv: true,
  xlsx: true,
  tsv: true,
  jsonl: true,
  parquet: true,
  'hugging-face': true,
  'label-studio': true,
  prodigy: true,
  argilla: true,
} satisfies Record<ItemFormat, true>) as readonly ItemFormat[]

/** Downloads of a stream: its items with labels, the model and the log; nothing for those who may not export. */
export const ExportMenu = ({ stream }: { readonly stream: Pick<Schemas['Stream'], 'id' | 'may'> }) => {
  const { client } = useSession()
  const [news, setNews] = useState('')
  const run = (download: (client: AskanceClient, stream: string) => Promise<void>) => {
    setNews(say('common.export.running'))
    download(client, stream.id).then(
      () => setNews(''),
      (error) => setNews(errorMessage(error)),
    )
  }
  if (!stream.may.includes('export')) return null
  return (
    <>
      <span class="small muted" role="status">
        {news}
      </span>
      <Menu label={say('common.export.title')} class="export">
        <b class="menu-heading">{say('common.export.items')}</b>
        {formats.map((format) => (
          <button
            key={format}
            type="button"
            onClick={() => run((client, id) => downloadItems(client, id, format))}
          >
            {say(`common.export.formats.${format}`)}
          </button>
        ))}
        <b class="menu-heading">{say('common.export.rest')}</b>
        <button type="button" onClick={() => run(downloadModel)}>
          {say('common.export.model')}
        </button>
        <button type="button" onClick={() => run(downloadLog)}>
          {say('common.export.log')}
        </button>
      </Menu>
    </>
  )
}
