// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the snippets are code for the reader, not templates of ours.
/** A request of the REST interface: "GET /v1/payments/pay_…", with a body where it takes one. */
export type ApiRequest = { method: string; path: string; body?: unknown }

export const CODE_LANGUAGES = ['curl', 'Node', 'Python', 'PHP'] as const
export type CodeLanguage = (typeof CODE_LANGUAGES)[number]

/**
 * A request as code that runs unchanged: nothing to install, and the key comes from the environment, which keeps it
 * out of files and of the shell's history.
 */
export function snippetOf(language: CodeLanguage, baseUrl: string, request: ApiRequest): string {
  const url = baseUrl + request.path
  const body = request.body === undefined ? null : JSON.stringify(request.body)
  switch (language) {
    case 'curl':
      return curl(request.method, url, body)
    case 'Node':
      return node(request.method, url, body)
    case 'Python':
      return python(request.method, url, body)
    case 'PHP':
      return php(request.method, url, body)
  }
}

function curl(method: string, url: string, body: string | null): string {
  // Without -g curl takes the brackets of expand[]=card for a range.
  const flags = `${url.includes('[') ? '-g ' : ''}${method === 'GET' ? '' : `-X ${method} `}`
  const lines = [`curl ${flags}${shellText(url)}`, '-u "$COUNTERFOIL_KEY_ID:$COUNTERFOIL_KEY_SECRET"']
  if (body !== null) lines.push("-H 'Content-Type: application/json'", `-d ${shellText(body)}`)
  return lines.join(' \\\n  ')
}

function node(method: string, url: string, body: string | null): string {
  const headers = [
    'Authorization: `Basic ${btoa(key)}`',
    ...(body === null ? [] : ["'Content-Type': 'application/json'"]),
  ]
  return [
    'const key = `${process.env.COUNTERFOIL_KEY_ID}:${process.env.COUNTERFOIL_KEY_SECRET}`',
    `const response = await fetch(${JSON.stringify(url)}, {`,
    `  method: '${method}',`,
    `  headers: { ${headers.join(', ')} },`,
    ...(body === null ? [] : [`  body: JSON.stringify(${body}),`]),
    '})',
    'console.log(await response.json())',
  ].join('\n')
}

function python(method: string, url: string, body: string | null): string {
  return [
    'import base64, json, os, urllib.request',
    '',
    `key = f"{os.environ['COUNTERFOIL_KEY_ID']}:{os.environ['COUNTERFOIL_KEY_SECRET']}"`,
    'request = urllib.request.Request(',
    `    ${JSON.stringify(url)},`,
    `    method="${method}",`,
    '    headers={',
    '        "Authorization": "Basic " + base64.b64encode(key.encode()).decode(),',
    ...(body === null ? [] : ['        "Content-Type": "application/json",']),
    '    },',
    // A JSON text written as a JSON string is a Python string too; JSON itself (true, null) is not Python.
    ...(body === null ? [] : [`    data=${JSON.stringify(body)}.encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(json.load(response))',
  ].join('\n')
}

function php(method: string, url: string, body: string | null): string {
  return [
    '<?php',
    `$request = curl_init(${phpText(url)});`,
    'curl_setopt_array($request, [',
    '    CURLOPT_RETURNTRANSFER => true,',
    `    CURLOPT_CUSTOMREQUEST => '${method}',`,
    "    CURLOPT_USERPWD => getenv('COUNTERFOIL_KEY_ID') . ':' . getenv('COUNTERFOIL_KEY_SECRET'),",
    ...(body === null
      ? []
      : [
          "    CURLOPT_HTTPHEADER => ['Content-Type: application/json'],",
          `    CURLOPT_POSTFIELDS => ${phpText(body)},`,
        ]),
    ']);',
    'print_r(json_decode(curl_exec($request), true));',
  ].join('\n')
}

function shellText(text: string): string {
  return /^[\w:/.?=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

function phpText(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
