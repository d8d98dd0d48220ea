import type { ComponentChildren } from 'preact'
import { say } from '../words/say.js'
import type { Address } from './address.js'
import { Marked, type Marking } from './marked.js'

interface AddressProps {
  readonly address: Address
  readonly marking: Marking
}

export const AddressHead = ({ address: { subdomain, domain }, marking }: AddressProps) => (
  <h1 class="host">
    <span class="host-under">
      <Marked {...marking} place="host:" text={subdomain} />
    </span>
    <b>
      <Marked {...marking} place="host:" text={domain} />
    </b>
  </h1>
)

const Row = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <tr>
    <th scope="row">{name}</th>
    <td>{children}</td>
  </tr>
)

/** The parts of a URL, never as a link: labellers must not open it. */
export const AddressBody = ({ address, marking }: AddressProps) => {
  const { scheme, user, port, path, query, fragment } = address
  return (
    <table class="table address">
      <tbody>
        <Row name={say('item.scheme')}>{scheme || <span class="faint">{say('item.empty')}</span>}</Row>
        {user !== '' && <Row name={say('item.user')}>{user}</Row>}
        <Row name={say('item.host')}>
          {address.subdomain}
          <b>{address.domain}</b>
        </Row>
        {port !== '' && <Row name={say('item.port')}>{port}</Row>}
        <Row name={say('item.path')}>
          {path === '' ? (
            <span class="faint">{say('item.empty')}</span>
          ) : (
            <Marked {...marking} place="path:" text={path} />
          )}
        </Row>
        {query.map(([name, value], n) => (
          <Row key={n} name={say('item.query', { name })}>
            <Marked {...marking} place="query:" text={value} />
          </Row>
        ))}
        {fragment !== '' && <Row name={say('item.fragment')}>{fragment}</Row>}
      </tbody>
    </table>
  )
}
