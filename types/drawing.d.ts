// What h() and s() take: lib/element.js.

declare namespace Draw {
  type Child = Node | string | number | boolean | null | undefined | readonly Child[];

  type Acts<E> = {
    [K in keyof HTMLElementEventMap as `on${K}`]?:
      ((event: HTMLElementEventMap[K] & { currentTarget: E }) => unknown) | null | false;
  };

  type Plain = string | number | boolean | null | undefined;

  interface Words<E> {
    key?: string | number;
    class?: string | false | null | undefined | readonly (string | false | null | undefined)[];
    style?: Record<string, string | number | null | undefined | false>;
    data?: Record<string, Plain>;
    props?: Partial<E>;
  }

  /** Attributes by their names in HTML; `on…` listen. */
  type Attributes<E> = Words<E> & Acts<E> & { [name: string]: unknown };
}
