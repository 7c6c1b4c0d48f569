import { C, CodeSample, Facts, type GuideProps } from './prose.tsx'

/** Where apps that run at their vendor take the URL of this server. From each vendor's documentation. */
const PLACES: [app: string, place: string, entries: string][] = [
  [
    'Claude: web, desktop and phone',
    'Settings, Connectors, Add custom connector. In a Team or Enterprise plan an owner first adds it for the organization.',
    'Name and URL. Leave the OAuth client ID and secret empty.',
  ],
  [
    'ChatGPT: web',
    'Settings, Connectors (or Apps), Advanced: switch on developer mode. Then Create. In a Business, Enterprise or Edu workspace an admin first allows developer mode.',
    'Name, description and URL, with OAuth as the authentication.',
  ],
  ['Grok: web', 'Connectors, Custom.', 'URL.'],
  [
    'Cursor: cloud agents',
    'The dashboard at cursor.com, in the MCP servers of the cloud agents.',
    'The configuration of Cursor below.',
  ],
]

export function HostedApps({ reader }: GuideProps) {
  return (
    <>
      <p>
        Hosted apps take this URL. They reach the server over the internet, so it needs a public https URL,
        which its operator sets as <C>BASE_URL</C>; with an address of your own computer or network only apps
        that run there can connect.
      </p>
      <CodeSample name="connect-hosted" reader={reader} file="URL for hosted apps" />
      <Facts caption="Hosted apps" heads={['App', 'Where to add it', 'What to enter']} rows={PLACES} />
      <p>Vendors rename and move these settings. Look for custom connectors or MCP servers.</p>
    </>
  )
}
