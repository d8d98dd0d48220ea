import { say } from '../words/say.js'
import { AddressBody, AddressHead } from './address-item.js'
import { ColumnsBody, ColumnsHead } from './columns-item.js'
import { textFeatures, withoutTexts } from './content.js'
import { FeaturesBody } from './features-item.js'
import { LongText } from './long-text.js'
import { MailBody, MailHead } from './mail-item.js'
import type { Marking } from './marked.js'
import type { WeighedFeatures } from './marks.js'
import type { ReadItem } from './read.js'

interface ItemProps {
  readonly item: ReadItem
  readonly weighed: WeighedFeatures
  readonly marking: Marking
}

export const ItemHead = ({ item, marking }: ItemProps) => {
  if (item.mail) return <MailHead mail={item.mail} marking={marking} />
  if (item.address) return <AddressHead address={item.address} marking={marking} />
  if (hasTexts(item)) return <ColumnsHead item={item} marking={marking} />
  return <h1 class={item.kind === 'text' ? 'unseen' : undefined}>{item.title}</h1>
}

/** Renders an item by kind. Content is text, never markup. */
export const ItemBody = ({ item, weighed, marking }: ItemProps) => {
  const { kind, content, mail, address, picture } = item
  if (mail) return <MailBody mail={mail} marking={marking} />
  if (address) return <AddressBody address={address} marking={marking} />
  if (kind === 'none') return <p class="faint">{say('item.erased')}</p>
  const isRead = kind === 'text' || hasTexts(item)
  const values = isRead ? withoutTexts(content) : content
  const hasValues = !isRead || Object.keys(values.features ?? {}).length > 0
  return (
    <>
      {kind === 'text' && <LongText text={content.text ?? ''} marking={marking} />}
      {isRead && <ColumnsBody item={item} marking={marking} />}
      {hasValues && (
        <FeaturesBody
          content={values}
          picture={picture}
          weighed={weighed}
          classes={marking.classes}
          revealed={marking.revealed}
        />
      )}
    </>
  )
}

/** Whether some columns of a table are texts. */
const hasTexts = ({ kind, content }: ReadItem): boolean =>
  kind === 'table' && textFeatures(content).length > 0
