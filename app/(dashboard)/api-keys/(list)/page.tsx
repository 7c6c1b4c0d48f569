import { Plus } from 'lucide-react'
import type { Metadata } from 'next'
import { PATH, readKeys } from '#app/(dashboard)/api-keys/query.ts'
import { KeysTable } from '#components/api-keys/keys-table.tsx'
import { KeysOfPeopleGone } from '#components/api-keys/people-gone.tsx'
import { Unreadable } from '#components/record/list-result.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { NothingFound, NothingYet } from '#components/ui/empty-state.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { Pager } from '#components/ui/pager.tsx'
import { hrefWith, PLACE, type Query, queryOf } from '#components/ui/query.ts'
import { Tabs } from '#components/ui/tabs.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { browseKeys } from '#lib/domain/api-keys/list.ts'
import { readFiltered } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'API keys' }

export default async function ApiKeys({ searchParams }: PageProps<'/api-keys'>) {
  const [{ account, permissions }, query] = await Promise.all([requireStaff(), searchParams.then(queryOf)])
  return (
    <>
      <PageHead
        title="API keys"
        actions={
          <Permitted
            allowed={permissions.has('keys:write')}
            permission="keys:write"
            label="Create API key"
            variant="primary"
          >
            <LinkButton href={`${PATH}/new`} variant="primary" prefetch={false}>
              <Plus aria-hidden="true" /> Create API key
            </LinkButton>
          </Permitted>
        }
      >
        Keys that authenticate your API requests in {account.mode} mode.
      </PageHead>
      <List query={query} />
    </>
  )
}

async function List({ query }: { query: Query }) {
  const { input, problems } = readKeys(query)
  const found = await readFiltered(browseKeys, input)
  if (!found.ok || problems.length > 0)
    return <Unreadable problems={problems} failed={found.ok ? null : found} clearHref={PATH} />
  const { items, tabs: counts, of_people_gone, has_newer, has_older } = found.value
  if (counts.all === 0) return <NoKeys />
  const tabs = [
    { name: 'current', label: 'Active' },
    { name: 'ending', label: 'Expiring soon' },
    { name: 'ended', label: 'Inactive' },
    { name: 'all', label: 'All' },
  ] as const
  return (
    <>
      <KeysOfPeopleGone keys={of_people_gone} />
      <Tabs
        label="Keys"
        tabs={tabs.map(({ name, label }) => ({
          href: hrefWith(PATH, query, { ...PLACE, group: name === 'current' ? null : name }),
          label,
          count: counts[name],
          current: input.group === name,
        }))}
      />
      {items.length === 0 ? (
        <NothingFound title="No keys" clearHref={PATH}>
          No keys in this group.
        </NothingFound>
      ) : (
        <>
          <KeysTable keys={items} now={Math.floor(Date.now() / 1000)} />
          <Pager
            path={PATH}
            query={query}
            size={input.count}
            firstId={items[0]?.id}
            lastId={items.at(-1)?.id}
            hasNewer={has_newer}
            hasOlder={has_older}
          />
        </>
      )}
    </>
  )
}

function NoKeys() {
  return (
    <NothingYet
      title="No keys yet"
      action={
        <LinkButton href={`${PATH}/new`} variant="primary" prefetch={false}>
          Create API key
        </LinkButton>
      }
    >
      API keys authenticate requests to the API. Create one key per app, with only the permissions that the
      app needs.
    </NothingYet>
  )
}
