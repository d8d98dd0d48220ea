import { slugify } from '@askance/core/internals'
import { type Schemas, unwrap } from '@askance/server/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useDrop } from '../parts/file/drop.js'
import { useLoaded } from '../parts/loaded.js'
import { Problem } from '../parts/problem.js'
import { asPart, lazy } from '../shell/lazy.js'
import { Link } from '../shell/navigation.js'
import { hasRole, useSession } from '../shell/session.js'
import { say } from '../words/say.js'
import { FileZone } from './file/file-zone.js'
import { useFile } from './file/use-file.js'
import { useSending } from './file/use-sending.js'
import { type Algorithm, emptyForm, type Form, fittingAlgorithms } from './form/form.js'
import { StreamForm } from './form/stream-form.js'
import { parseSuggestion, type Suggestion, withSuggestion } from './form/suggestion.js'
import { SnippetsPanel } from './snippets/snippets-panel.js'

/** Most visitors of the page bring no file. */
const LabelFile = lazy(async () => (await import('./file/label-file.js')).LabelFile, asPart)

interface Made {
  readonly id: string
  readonly title: string
}

/** The form for a new stream, next to code examples. */
export const NewStream = () => {
  const { client, me } = useSession()
  const { data, error, reload } = useLoaded(
    (signal) => unwrap(client.GET('/v1/algorithms', { signal })),
    [client],
  )
  if (!hasRole(me.role, 'owner') || me.stream !== undefined)
    return (
      <main id="main" class="page streams">
        <div class="quiet-state">
          <h1>{say('streams.new.title')}</h1>
          <p>
            {me.stream === undefined
              ? say('streams.new.notOwner', { role: say(`shell.roles.${me.role}`) })
              : say('streams.new.oneStream', { stream: me.stream })}
          </p>
          <p>
            <Link to={{ view: 'streams' }}>{say('common.allStreams')}</Link>
          </p>
        </div>
      </main>
    )
  return (
    <main id="main" class="page streams">
      {error !== undefined && <Problem error={error} onRetry={reload} />}
      {data && <Making algorithms={data.items} />}
    </main>
  )
}

const Making = ({ algorithms }: { readonly algorithms: readonly Algorithm[] }) => {
  const { client, anonymous } = useSession()
  const [suggestion] = useState(() => parseSuggestion(location.search))
  const [form, setForm] = useState<Form>(() => withSuggestion(emptyForm, suggestion, algorithms))
  const [made, setMade] = useState<Made>()
  const file = useFile()
  const sending = useSending()
  const openFile = (chosen: File) => void sending.cancel().then(() => file.open(chosen))
  const isOver = useDrop((dropped) => sending.sent === undefined && openFile(dropped))
  const create = async (body: Schemas['NewStream']) => {
    const { id, config } = await unwrap(client.POST('/v1/streams', { body }))
    setMade({ id, title: config.title ?? id })
    scrollTo(0, 0)
  }
  const subject = {
    kind: form.kind,
    texts: form.texts,
    fields: form.fields,
    base: location.origin,
    stream: made?.id ?? (slugify(form.title) || 'my-stream'),
    label: form.multiLabel ? form.classes.slice(0, 2) : (form.classes[0] ?? 'my-class'),
    hasToken: !anonymous,
  }
  if (file.file)
    return (
      <LabelFile
        key={file.file.understood.name}
        state={file}
        file={file.file}
        sending={sending}
        onFile={openFile}
      />
    )
  return (
    <div class="new">
      <div class="making">
        {made ? (
          <Ready made={made} onAnother={() => [setForm(emptyForm), setMade(undefined)]} />
        ) : (
          <>
            <div class="intro">
              <p class="small">
                <Link to={{ view: 'streams' }}>{say('streams.new.back')}</Link>
              </p>
              <h1 class="title">{say('streams.new.title')}</h1>
            </div>
            <FileZone {...file} isOver={isOver} onFile={openFile} />
            <div class="intro">
              <h2 class="stream-title">{say('streams.new.stream')}</h2>
              <p class="muted">{say('streams.new.lead')}</p>
              <FromLab suggestion={suggestion} algorithms={algorithms} />
            </div>
            <StreamForm form={form} algorithms={algorithms} onChange={setForm} create={create} />
          </>
        )}
      </div>
      <SnippetsPanel subject={subject} />
    </div>
  )
}

interface FromLabProps {
  readonly suggestion: Suggestion
  readonly algorithms: readonly Algorithm[]
}

const FromLab = ({ suggestion: { algorithm, classes }, algorithms }: FromLabProps) => {
  if (algorithm === undefined && !classes) return null
  const fitting = fittingAlgorithms(algorithms, classes?.length ?? 0)
  const isTaken = algorithm === undefined || fitting.some(({ name }) => name === algorithm)
  const what = [...(algorithm === undefined ? [] : [algorithm]), ...(classes ? [classes.join(', ')] : [])]
  return (
    <p class="means" role="status">
      {isTaken
        ? say('streams.new.suggested', { what: what.join('; ') })
        : say('streams.new.unavailableAlgorithm', { name: algorithm })}
    </p>
  )
}

const Ready = ({ made: { id, title }, onAnother }: { readonly made: Made; onAnother(): void }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div class="intro">
      <p class="small">
        <Link to={{ view: 'streams' }}>{say('streams.new.back')}</Link>
      </p>
      <h1 class="title" tabIndex={-1} ref={heading}>
        {say('streams.created.title', { title })}
      </h1>
      <p class="muted">{say('streams.created.lead')}</p>
      <p class="hint">{say('streams.field.titleHint', { id })}</p>
      <p class="acts">
        <Link to={{ view: 'dashboard', stream: id }} class="button primary">
          {say('streams.created.dashboard')}
        </Link>
        <Link to={{ view: 'desk', stream: id }} class="button">
          {say('streams.created.desk')}
        </Link>
        <button type="button" class="button quiet" onClick={onAnother}>
          {say('streams.created.another')}
        </button>
      </p>
    </div>
  )
}
