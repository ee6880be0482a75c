/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.isotach.niu.link.PacketReader;

/**
 * A link from another host.
 */
record Inbound(int sender, PacketReader reader)
{
}
