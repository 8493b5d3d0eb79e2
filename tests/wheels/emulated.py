"""A library for an arm64 processor, loaded and called in an emulator: as much of a loader as that needs."""

from __future__ import annotations

import struct
from typing import Any

from unicorn import UC_ARCH_ARM64, UC_HOOK_CODE, UC_MODE_ARM, Uc
from unicorn.arm64_const import (
    UC_ARM64_REG_CPACR_EL1,
    UC_ARM64_REG_LR,
    UC_ARM64_REG_SP,
    UC_ARM64_REG_X0,
    UC_ARM64_REG_X1,
    UC_ARM64_REG_X2,
    UC_ARM64_REG_X3,
    UC_ARM64_REG_X4,
)

BASE, STUBS, HEAP, STACK, SIZE = 0x1000_0000, 0x2000_0000, 0x3000_0000, 0x4000_0000, 0x100_0000
ARGUMENTS = (UC_ARM64_REG_X0, UC_ARM64_REG_X1, UC_ARM64_REG_X2, UC_ARM64_REG_X3, UC_ARM64_REG_X4)
RETURN = struct.pack("<I", 0xD65F03C0)
LOAD, DYNAMIC = 1, 2
SYMBOL_SIZE, RELOCATION_SIZE = 24, 24
ABSOLUTE, BY_SYMBOL, RELATIVE = 257, (1025, 1026), 1027


class Arm64Library:
    """A shared library's code and data in an emulator's memory, its functions by name."""

    def __init__(self, image: bytes) -> None:
        self.machine = Uc(UC_ARCH_ARM64, UC_MODE_ARM)
        for start in (BASE, STUBS, HEAP, STACK):
            self.machine.mem_map(start, SIZE)
        self.machine.reg_write(UC_ARM64_REG_CPACR_EL1, 3 << 20)  # Floating point is off when a processor starts.
        self._free = HEAP
        self._stubs: list[str] = []
        tags = self._load(image)
        self._symbols = self._read_symbols(tags)
        self._relocate(tags)
        self.machine.hook_add(UC_HOOK_CODE, self._called, begin=STUBS, end=STUBS + SIZE)

    def _load(self, image: bytes) -> dict[int, int]:
        """Segments into memory; the dynamic section's tags."""
        at, number = struct.unpack_from("<Q", image, 32)[0], struct.unpack_from("<H", image, 56)[0]
        tags: dict[int, int] = {}
        for place in range(at, at + 56 * number, 56):
            kind, _, offset, address, _, length, _, _ = struct.unpack_from("<IIQQQQQQ", image, place)
            if kind == LOAD:
                self.machine.mem_write(BASE + address, image[offset : offset + length])
            elif kind == DYNAMIC:
                tags = dict(struct.unpack_from("<qQ", image, offset + entry) for entry in range(0, length, 16))
        return tags

    def _read_symbols(self, tags: dict[int, int]) -> list[tuple[str, int]]:
        """Names and values, nothing for what somebody else must bring."""
        table, strings, size = tags[6], tags[5], tags[10]
        names, found = self.read(BASE + strings, size), []
        for place in range(table, strings, SYMBOL_SIZE):
            name, _, _, _, value, _ = struct.unpack("<IBBHQQ", self.read(BASE + place, SYMBOL_SIZE))
            if name >= size:
                break
            found.append((names[name : names.index(b"\0", name)].decode(), value))
        return found

    def _relocate(self, tags: dict[int, int]) -> None:
        tables = [(tags[7], tags[8])] if 7 in tags else []
        tables += [(tags[23], tags[2])] if 23 in tags else []
        for table, size in tables:
            for place in range(table, table + size, RELOCATION_SIZE):
                offset, info, addend = struct.unpack("<QQq", self.read(BASE + place, RELOCATION_SIZE))
                kind, symbol = info & 0xFFFF_FFFF, info >> 32
                assert kind in (ABSOLUTE, *BY_SYMBOL, RELATIVE), kind
                value = BASE + addend if kind == RELATIVE else self._address(*self._symbols[symbol]) + addend
                self.write(BASE + offset, struct.pack("<Q", value))

    def _address(self, name: str, value: int) -> int:
        if value:
            return BASE + value
        if name not in self._stubs:
            self._stubs.append(name)
        place = STUBS + 16 * self._stubs.index(name)
        self.write(place, RETURN)
        return place

    def _called(self, machine: Any, address: int, size: int, data: object) -> None:
        """What the library asks of the C library, done here; the stub then returns."""
        name = self._stubs[(address - STUBS) // 16] if address < STUBS + 16 * len(self._stubs) else ""
        first, second, third = (machine.reg_read(register) for register in ARGUMENTS[:3])
        if name == "memset":
            self.write(first, bytes([second & 0xFF]) * third)
        elif name in ("memcpy", "memmove"):
            self.write(first, self.read(second, third))
        elif name == "malloc":
            machine.reg_write(UC_ARM64_REG_X0, self.room(first))
        elif name == "calloc":
            machine.reg_write(UC_ARM64_REG_X0, self.room(first * second))
        else:
            assert name in ("", "free"), name

    def room(self, size: int) -> int:
        """Memory that nobody has had."""
        place, self._free = self._free, (self._free + size + 63) // 64 * 64
        assert self._free < HEAP + SIZE
        return place

    def put(self, octets: bytes) -> int:
        place = self.room(len(octets))
        self.write(place, octets)
        return place

    def read(self, address: int, size: int) -> bytes:
        return bytes(self.machine.mem_read(address, size))

    def write(self, address: int, octets: bytes) -> None:
        self.machine.mem_write(address, octets)

    def call(self, name: str, *arguments: int) -> int:
        """What a function gives back for whole numbers and addresses."""
        end = STUBS + SIZE - 16
        for register, argument in zip(ARGUMENTS, arguments, strict=False):
            self.machine.reg_write(register, argument & 0xFFFF_FFFF_FFFF_FFFF)
        self.machine.reg_write(UC_ARM64_REG_SP, STACK + SIZE - 64)
        self.machine.reg_write(UC_ARM64_REG_LR, end)
        self.machine.emu_start(self._address(name, dict(self._symbols)[name]), end)
        return int(self.machine.reg_read(UC_ARM64_REG_X0))
