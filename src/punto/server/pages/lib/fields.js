// Fields one after another, each with its length before it: what is hashed or signed (docs/shoe.md, docs/heads.md).

const encoder = new TextEncoder();

/** Texts are UTF-8, numbers decimal texts; a length is four bytes, the most significant first. @param {...(string | number | Uint8Array)} fields */
export function joined(...fields) {
  const parts = fields.flatMap((field) => {
    const bytes = field instanceof Uint8Array ? field : encoder.encode(String(field));
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, bytes.length);
    return [length, bytes];
  });
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
