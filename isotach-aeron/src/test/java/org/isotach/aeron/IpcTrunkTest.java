/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

class IpcTrunkTest extends AeronContract
{
    @Override
    String[] endpoints()
    {
        return new String[]{ "ipc", "" };
    }
}
