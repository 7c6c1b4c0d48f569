type Json = Record<string, unknown>

/** A JSON Schema as the type of TypeScript that its values have, indented by two spaces. `resolve` follows references. */
export function typescriptType(given: Json, resolve: (schema: Json) => Json, indent = ''): string {
  const schema = resolve(given)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (choices) return unique(choices.map((choice) => typescriptType(choice, resolve, indent))).join(' | ')
  if (Array.isArray(schema.type)) {
    return unique(schema.type.map((type) => typescriptType({ ...schema, type }, resolve, indent))).join(' | ')
  }
  return plain(schema, resolve, indent)
}

function plain(schema: Json, resolve: (schema: Json) => Json, indent: string): string {
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'array':
      return arrayType(schema, resolve, indent)
    case 'object':
      return objectType(schema, resolve, indent)
    default:
      return 'unknown'
  }
}

function arrayType(schema: Json, resolve: (schema: Json) => Json, indent: string): string {
  if (schema.maxItems === 0) return '[]'
  const item = typescriptType((schema.items as Json | undefined) ?? {}, resolve, indent)
  return / \| /.test(item) ? `(${item})[]` : `${item}[]`
}

function objectType(schema: Json, resolve: (schema: Json) => Json, indent: string): string {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  if (properties.length === 0) {
    const values = schema.additionalProperties
    const type =
      typeof values === 'object' && values !== null
        ? typescriptType(values as Json, resolve, indent)
        : 'unknown'
    return `Record<string, ${type}>`
  }
  const required = new Set((schema.required ?? []) as string[])
  const deeper = `${indent}  `
  const lines = properties.map(([name, property]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
    return `${deeper}${key}${required.has(name) ? '' : '?'}: ${typescriptType(property, resolve, deeper)}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

function unique(types: string[]): string[] {
  return [...new Set(types)]
}
