import { versioned } from '#lib/api-docs/client-versions.ts'
import { HostedApps } from './hosted-apps.tsx'
import { C, CodeSample, Facts, type GuideProps, Part } from './prose.tsx'
import { Scopes } from './scopes.tsx'
import { ToolCosts } from './tool-costs.tsx'

export function AiClient({ reader }: GuideProps) {
  return (
    <>
      <p>
        Apps that speak the Model Context Protocol (MCP), such as assistants and editors, connect to one URL.
        They find the operations of the API there as tools, with this documentation and prompts for common
        tasks. You share no API key: you connect each app yourself and can disconnect it at any time.
      </p>
      <CodeSample name="mcp-config" reader={reader} file="Client configuration" />
      <p>
        The server supports the protocol revisions 2026-07-28 and 2025-11-25 over streamable HTTP, without
        sessions. If a client asks for credentials, leave them empty: it discovers the authorization server
        and registers itself.
      </p>
      <Part id="apps" title="Lines for each app">
        <HostedApps reader={reader} />
        <p>
          Apps on your computer take one of these. They have the URL for reading, which requests{' '}
          <C>read_only</C>;{' '}
          <a href="#read-or-write" className="link">
            the URL for every permission
          </a>{' '}
          is below.
        </p>
        <CodeSample name="connect-claude-code" reader={reader} file={versioned('Claude Code')} />
        <CodeSample
          name="connect-codex"
          reader={reader}
          file={`${versioned('Codex')}: it opens the browser itself`}
        />
        <CodeSample
          name="connect-gemini-cli"
          reader={reader}
          file={`${versioned('Gemini CLI')}: ~/.gemini/settings.json, then /mcp auth counterfoil in a trusted folder`}
        />
        <CodeSample name="connect-grok" reader={reader} file="Grok on the command line" />
        <CodeSample name="connect-vscode" reader={reader} file="Visual Studio Code" />
        <CodeSample name="connect-cursor" reader={reader} file="Cursor: ~/.cursor/mcp.json" />
        <CodeSample
          name="connect-windsurf"
          reader={reader}
          file="Windsurf: ~/.codeium/windsurf/mcp_config.json"
        />
        <CodeSample name="connect-cline" reader={reader} file="Cline: cline_mcp_settings.json" />
        <CodeSample
          name="connect-opencode"
          reader={reader}
          file={`${versioned('opencode')}: opencode.json, then opencode mcp auth counterfoil`}
        />
        <CodeSample name="connect-zed" reader={reader} file="Zed: settings.json" />
        <CodeSample name="connect-goose" reader={reader} file="goose: ~/.config/goose/config.yaml" />
        <CodeSample
          name="connect-mcp-remote"
          reader={reader}
          file={`Apps that run a command, such as Claude Desktop (claude_desktop_config.json): through ${versioned('mcp-remote')}`}
        />
        <CodeSample
          name="connect-inspector"
          reader={reader}
          file={`${versioned('@modelcontextprotocol/inspector')}, on Node 22.19 or newer`}
        />
        <p>
          Gemini CLI requests the scopes of its settings. Without them, as <C>gemini mcp add</C> writes its
          settings, it requests every permission of this server: deselect those that it doesn't need on the
          consent screen.
        </p>
        <p>
          An app can be connected several times, on several devices or in several windows. Each connection has
          its own access and is listed under Connected apps. Those of one app and user share the limit per 24
          hours; an app that registers on each device is recognized by its name.
        </p>
        <p>
          Claude Code, Codex and others identify themselves by a document on the internet, which this server
          fetches. If the server has no outbound internet access, its operator sets{' '}
          <C>OAUTH_CLIENT_DOCUMENTS=closed</C>, and these apps register themselves instead.
        </p>
      </Part>
      <Part id="read-or-write" title="Read first, or request every permission">
        <p>
          An app has one of two URLs. The tools and tokens of both are the same; they differ in what the app
          requests when you connect it.
        </p>
        <Facts
          caption="The two URLs"
          heads={['URL', 'When you connect the app', 'When a task needs more']}
          rows={[
            [
              <C key="url">{`${reader.baseUrl}/mcp`}</C>,
              'It requests read_only. You can select more under Allow more than the app requested.',
              'The tool list has request_permission. When the model calls it, apps that can ask again open the consent screen with that permission. In Claude Code you open it yourself. In other apps, such as Codex and opencode, the model tells you to connect again with the other URL.',
            ],
            [
              <C key="url">{`${reader.baseUrl}/mcp/write`}</C>,
              'It requests every permission, and you select which to allow. Those that move money are not selected by default.',
              'You connect the app again.',
            ],
          ]}
        />
        <p>
          The model finds <C>request_permission</C> by its name in the list of tools. It moves no money and
          grants nothing: only the consent screen does. If you close the consent screen, a later call or
          request asks again. If you allow access without the permission, calls don't ask again for an hour;
          the model learns what you can do, and a request asks you again.
        </p>
        <p>
          Claude Code doesn't open the consent screen when the model asks. Run <C>/mcp</C>, select the server,
          and choose <em>Re-authenticate</em>: <em>Reconnect</em> keeps the permissions as they are.
        </p>
        <CodeSample
          name="every-claude-code"
          reader={reader}
          file="Claude Code with every permission: after claude mcp remove counterfoil"
        />
        <CodeSample
          name="every-codex"
          reader={reader}
          file="Codex with every permission: after codex mcp remove counterfoil"
        />
        <CodeSample
          name="every-opencode"
          reader={reader}
          file="opencode with every permission: opencode.json, then opencode mcp auth counterfoil"
        />
        <CodeSample
          name="every-cursor"
          reader={reader}
          file="Cursor with every permission: ~/.cursor/mcp.json"
        />
        <CodeSample name="every-vscode" reader={reader} file="Visual Studio Code with every permission" />
      </Part>
      <Part id="write" title="Apps that can't ask again">
        <p>
          Some apps take the permissions of their first connection and can't request more later, among them
          Codex, opencode and apps built on LangChain (<C>@langchain/mcp-adapters</C>), the AI SDK (
          <C>@ai-sdk/mcp</C>), Mastra (<C>@mastra/mcp</C>) and the older official package (
          <C>@modelcontextprotocol/sdk</C>), which renews its token when a scope is missing and doesn't ask
          the person. Connect them with <C>{`${reader.baseUrl}/mcp/write`}</C> in place of{' '}
          <C>{`${reader.baseUrl}/mcp`}</C>: they request every permission at first, and you select what to
          allow. You can also select more on the consent screen than an app requested, under{' '}
          <em>Allow more than the app requested</em>. When such an app calls a tool without the permission, it
          gets a result that says what you can do. Codex and opencode get that result at once.
        </p>
        <CodeSample name="write-ai-sdk" reader={reader} file={versioned('@ai-sdk/mcp')} />
        <CodeSample name="write-langchain" reader={reader} file={versioned('@langchain/mcp-adapters')} />
        <p>
          The code on this page was run with the versions that it names. Name the version when you install a
          package: beside others, npm may choose an older one. <C>@mastra/mcp</C> 0.14, for example, has no{' '}
          <C>MCPOAuthClientProvider</C>.
        </p>
        <p>
          The OAuth provider of Mastra doesn't register itself. Register a public client under{' '}
          <a href="/connected-apps/clients" className="link">
            Registered clients
          </a>{' '}
          with the redirect URI of your app on this computer, such as{' '}
          <C>http://127.0.0.1:5533/oauth/callback</C>, and use its client ID. The provider waits at that URL
          for the response. Show the person the URL without waiting for them: the connection times out after 3
          seconds.
        </p>
        <CodeSample name="write-mastra" reader={reader} file={versioned('@mastra/mcp')} />
      </Part>
      <Part id="program" title="Your own app">
        <p>
          The official clients take an OAuth provider of your app, which shows the person the URL of the
          consent screen and keeps the tokens. This one works with both, and with the AI SDK and LangChain:
        </p>
        <CodeSample name="auth-provider" reader={reader} file="OAuth provider of your app" />
        <p>
          The first connection fails with <C>UnauthorizedError</C> once the person has the URL. When they have
          decided, your redirect URI is called. Pass its query parameters to <C>finish</C>, and connect again.
          When a call needs another scope, <C>@modelcontextprotocol/client</C> requests it the same way. The
          older package doesn't: if your app is to write with it, use <C>{`${reader.baseUrl}/mcp/write`}</C>{' '}
          in both places.
        </p>
        <CodeSample name="program-client" reader={reader} file={versioned('@modelcontextprotocol/client')} />
        <CodeSample
          name="program-sdk"
          reader={reader}
          file={`${versioned('@modelcontextprotocol/sdk')}, the older package`}
        />
      </Part>
      <Part id="consent" title="Consent screen">
        <p>
          The client opens a page of this server in your browser. The page shows the app's name, how it
          registered and where you will be redirected. The name is only the app's claim; the redirect host is
          where you really go. A scheme such as <C>cursor:</C> leads to an app on your device. Choose the
          account and its mode (test or live), deselect permissions that the app doesn't need, and allow or
          deny. An app never gets more permissions than your role, and loses them when your role does.
        </p>
        <Scopes />
        <p>
          Clients start with the scope <C>read_only</C>, and their tool list has only the tools that it
          allows, with <C>request_permission</C> for more. When a client calls it, or a tool that it knows and
          that needs more, it gets 403 with the missing scopes and asks you again. If your role can't grant
          the scope, it gets a result that says who can instead.
        </p>
      </Part>
      <Part id="money" title="Money">
        <p>
          Scopes that move money are not selected by default and require your password. They have two limits:
          per call and per 24 hours. A call above a limit, or above the merchant's approval threshold, moves
          no money: it waits up to 24 hours for approval under{' '}
          <a href="/approvals" className="link">
            Approvals
          </a>
          . The app gets the ID of the approval and checks the decision with <C>fetch_approval</C>. If the
          call is above the app's own limit, the user who connected the app can approve it. If it is above the
          merchant's threshold, someone else must.
        </p>
        <p>
          Clients of revision 2026-07-28 can subscribe to the approval (<C>{'counterfoil://approval/{id}'}</C>
          ) with <C>subscriptions/listen</C> instead of checking again and again, and likewise to payments,
          orders, refunds and bills. They are told that a record has changed, and read it again. The stream
          ends when its access token does, after an hour at most; open it again with the new one.
        </p>
        <p>
          Every tool that writes accepts an <C>idempotency_key</C>, which works like the header of that name
          in{' '}
          <a href="/docs/guides/idempotency" className="link">
            the API
          </a>
          .
        </p>
      </Part>
      <Part id="cost" title="Token cost of tools">
        <ToolCosts />
      </Part>
      <Part id="afterwards" title="Manage connected apps">
        <p>
          <a href="/connected-apps" className="link">
            Connected apps
          </a>{' '}
          lists the apps, their permissions, and each call with its arguments and its response, also calls
          that were rejected. Reduce an app's scopes, disconnect it or block it there; changes apply from the
          next call. Texts written by payers (notes, names, descriptions) reach the app marked as data. A
          model can still be misled by them, so grant only what the task needs.
        </p>
      </Part>
      <Part id="without" title="Without MCP">
        <p>
          Your own code can use an access token with plain HTTP. <C>tool</C> names a tool that reads, and the
          other query parameters are its arguments. Without <C>tool</C>, payments are listed.
        </p>
        <CodeSample name="tool-endpoint-curl" reader={reader} />
        <p>
          The same token works at <C>/v1</C> in place of an API key, for every operation that its scopes
          allow, including document uploads with <C>documents:write</C>. To get a token, see{' '}
          <a href="/docs/guides/authorization" className="link">
            OAuth 2.1 step by step
          </a>
          .
        </p>
      </Part>
    </>
  )
}
