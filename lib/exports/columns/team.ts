import type { Person } from '#lib/domain/users/schema.ts'
import type { CsvCell } from '#lib/values/csv.ts'
import { timestampColumns } from './shared.ts'

export function columnsOf(zone: string): [name: string, cell: (person: Person) => CsvCell][] {
  return [
    ['user_id', (person) => person.id],
    ['email', (person) => person.email],
    ['name', (person) => person.name],
    ['role', (person) => person.role_name],
    ...timestampColumns<Person>('joined', zone, (person) => person.created_at),
    ...timestampColumns<Person>('last_seen', zone, (person) => person.last_seen_at),
    ...timestampColumns<Person>('disabled', zone, (person) => person.disabled_at),
    ['invited_by', (person) => person.invited_by],
  ]
}
