// What a JSON text holds is not known until somebody says so: the library's `any` would let every misspelling pass.

interface JSON {
  parse(text: string, reviver?: (this: unknown, key: string, value: unknown) => unknown): unknown;
}

interface Body {
  json(): Promise<unknown>;
}
