import { say } from '../../words/say.js'
import { Choice } from './field.js'
import { fieldKinds, type ItemKind, kinds, textKinds } from './kinds.js'

interface KindProps {
  readonly value: ItemKind
  onChange(change: Partial<ItemKind>): void
}

/** Item type, with a subtype for texts and fields. */
export const ItemKindField = ({ value: { kind, texts, fields }, onChange }: KindProps) => (
  <fieldset class="field">
    <legend>{say('streams.field.kind')}</legend>
    <div class="cards">
      {kinds.map((one) => (
        <label key={one}>
          <input type="radio" name="kind" checked={one === kind} onChange={() => onChange({ kind: one })} />
          <b>{say(`streams.kind.${one}`)}</b>
          <span>{say(`streams.kind.${one}Hint`)}</span>
        </label>
      ))}
    </div>
    {kind === 'text' && (
      <Choice
        label={say('streams.field.texts')}
        value={texts}
        options={textKinds.map((one) => [one, say(`streams.texts.${one}`)] as const)}
        onChange={(chosen) => onChange({ texts: chosen })}
      />
    )}
    {kind === 'fields' && (
      <Choice
        label={say('streams.field.fields')}
        value={fields}
        options={fieldKinds.map((one) => [one, say(`streams.fields.${one}`)] as const)}
        onChange={(chosen) => onChange({ fields: chosen })}
      />
    )}
  </fieldset>
)
