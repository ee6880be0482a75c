/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The links between hosts: frames, results and credits (docs/protocol.md, sections 7 to 9); rings of records and of
 * slots, blocks that change hands, and memory that others may reach (section 12); packets and windows over links with
 * faults (section 17). Not for users.
 */
package org.isotach.niu.link;
