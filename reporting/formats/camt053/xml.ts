import XMLBuilder from 'fast-xml-builder';

const builder = new XMLBuilder({
  attributeNamePrefix: '@',
  ignoreAttributes: false,
  textNodeName: '#',
  processEntities: true,
});

/** A piece of a document: keys are elements, `@` begins an attribute's name, `#` is the text beside one. */
export function xml(content: object): string {
  return builder.build(content);
}
