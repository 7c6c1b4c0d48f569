import { SCOPE_NAMES, SCOPES } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { C, Facts } from './prose.tsx'

const KINDS = { see: 'See', change: 'Change', move: 'Move money' }

export function Scopes() {
  return (
    <Facts
      caption="Scopes"
      heads={['Scope', 'Kind', 'Allows the app to']}
      rows={SCOPE_NAMES.map((name) => [<C key={name}>{name}</C>, KINDS[SCOPES[name].kind], SCOPES[name].can])}
    />
  )
}
